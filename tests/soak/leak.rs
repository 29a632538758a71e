//! temporary
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
pub struct Counting;
pub static LIVE: AtomicI64 = AtomicI64::new(0);
pub static CLASSES: [AtomicI64; 64] = [const { AtomicI64::new(0) }; 64];
fn class(n: usize) -> usize { if n <= 512 { (n + 15) / 16 } else { (32 + (n as f64).log2() as usize).min(63) } }
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 { LIVE.fetch_add(l.size() as i64, Relaxed); CLASSES[class(l.size())].fetch_add(1, Relaxed); unsafe { System.alloc(l) } }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) { LIVE.fetch_sub(l.size() as i64, Relaxed); CLASSES[class(l.size())].fetch_sub(1, Relaxed); unsafe { System.dealloc(p, l) } }
}
#[global_allocator]
static A: Counting = Counting;
pub fn report() {
    std::thread::spawn(|| {
        use std::io::Write;
        let mut f = std::fs::File::create("/tmp/leak.log").unwrap();
        loop {
            std::thread::sleep(std::time::Duration::from_secs(5));
            write!(f, "live {}", LIVE.load(Relaxed)).unwrap();
            for (i, c) in CLASSES.iter().enumerate() { let c = c.load(Relaxed); if c != 0 { write!(f, " {}:{}", if i <= 32 { i * 16 } else { 1 << (i - 32) }, c).unwrap(); } }
            writeln!(f).unwrap();
        }
    });
}
