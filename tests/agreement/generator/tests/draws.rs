//! Values end, also those of types that contain themselves several times over.

use haft_generator::model::Universe;
use haft_generator::{Draw, Exceptions, Random, Reference};

#[test]
fn values_end_and_most_are_what_their_type_takes() {
    let (mut taken, mut all) = (0, 0);
    for seed in 1..13 {
        let universe = Universe::invent(seed, 400);
        for (tool, part) in universe.tools.iter().zip(0..) {
            let mut random = Random::of_part(seed, part);
            let mut draw = Draw {
                universe: &universe,
                random: &mut random,
            };
            for _ in 0..8 {
                let arguments = draw.arguments(tool);
                let reference = Reference::new(&universe, Exceptions::ALL);
                taken += usize::from(reference.arguments(tool, &arguments));
                all += 1;
            }
        }
    }
    assert!(taken * 4 > all * 3, "{taken} of {all}");
}
