//! suffix_array_peer IN.jsonl BYTES: how many bytes of the texts stand earlier in runs of BYTES or more.
//!
//! As bench/suffix_array_peer.py, by libsais of crates.io: of each run that comes again all but
//! the first. Texts are apart by a byte that UTF-8 does not have.

use libsais::SuffixArrayConstruction;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

const APART: u8 = 0xff;

fn texts(path: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut all = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        let record: serde_json::Value = serde_json::from_str(&line?)?;
        if !all.is_empty() {
            all.push(APART);
        }
        all.extend(
            record["text"]
                .as_str()
                .ok_or("a line without a text")?
                .bytes(),
        );
    }
    Ok(all)
}

/// A mark for each byte from which on a run of `least` stands that stands earlier too.
fn repeated(text: &[u8], least: i32) -> Result<Vec<bool>, Box<dyn Error>> {
    let sorted = SuffixArrayConstruction::for_text(text)
        .in_owned_buffer32()
        .single_threaded()
        .run()?;
    let (order, common, _) = sorted
        .plcp_construction()
        .single_threaded()
        .run()?
        .into_parts();
    let mut marks = vec![false; text.len()];
    for group in order.chunk_by(|_, at| common[*at as usize] >= least) {
        let first = group.iter().min();
        for at in group {
            marks[*at as usize] = Some(at) != first;
        }
    }
    Ok(marks)
}

/// How many bytes are in runs of `least` from one of the starts.
fn covered(starts: &[bool], least: usize) -> usize {
    let mut end = 0;
    (0..starts.len())
        .filter(|&at| {
            if starts[at] {
                end = at + least;
            }
            at < end
        })
        .count()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, least] = arguments.as_slice() else {
        return Err("name the texts and the bytes of a run".into());
    };
    let least: i32 = least.parse()?;
    let text = texts(path)?;
    let bytes = covered(&repeated(&text, least)?, least as usize);
    println!("{{\"bytes\": {}, \"repeated\": {}}}", text.len(), bytes);
    Ok(())
}
