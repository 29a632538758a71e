fn main() {
    let mut args = std::env::args().skip(1);
    let seed = args.next().unwrap().parse().unwrap();
    let u = haft_generator::model::Universe::invent(seed, 400);
    for i in args {
        let i: usize = i.parse().unwrap();
        println!(
            "{}",
            u.source(i..i + 1).split("pub fn register").next().unwrap()
        );
    }
}
