//! Medians, spreads and tables of them.

use std::fmt::Write as _;

/// What several rounds have measured of the same thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample(Vec<f64>);

impl Sample {
    pub(crate) fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The value below which a share of the values lie.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let Some(last) = sorted.len().checked_sub(1) else {
            return f64::NAN;
        };
        #[allow(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss
        )]
        let (low, rest) = {
            let place = share * last as f64;
            (place.floor() as usize, place.fract())
        };
        let at = |index: usize| sorted.get(index.min(last)).copied().unwrap_or(f64::NAN);
        at(low) + rest * (at(low + 1) - at(low))
    }

    /// Half the distance between the quartiles, in percent of the median.
    pub(crate) fn spread(&self) -> f64 {
        50.0 * (self.quantile(0.75) - self.quantile(0.25)) / self.median()
    }

    /// Each value over the one of the same round.
    pub(crate) fn over(&self, base: &Self) -> Self {
        Self(
            self.0
                .iter()
                .zip(&base.0)
                .map(|(value, base)| value / base)
                .collect(),
        )
    }
}

/// A ratio with its spread in brackets.
pub(crate) fn ratio(sample: &Sample) -> String {
    if sample.is_empty() {
        "–".to_owned()
    } else {
        format!("{} ({:.0})", short(sample.median()), sample.spread())
    }
}

/// Three digits that count.
pub(crate) fn short(value: f64) -> String {
    match value {
        value if !value.is_finite() => "–".to_owned(),
        value if value >= 99.95 => format!("{value:.0}"),
        value if value >= 9.995 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// A table in Markdown.
pub(crate) struct Table {
    text: String,
}

impl Table {
    pub(crate) fn new<S: AsRef<str>>(columns: impl IntoIterator<Item = S>) -> Self {
        let mut table = Self {
            text: String::new(),
        };
        let count = table.line(columns);
        table.text.push('|');
        table.text.push_str(&"---|".repeat(count));
        table.text.push('\n');
        table
    }

    pub(crate) fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.line(cells);
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    fn line<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> usize {
        self.text.push('|');
        let mut count = 0;
        for cell in cells {
            let _ = write!(self.text, " {} |", cell.as_ref());
            count += 1;
        }
        self.text.push('\n');
        count
    }
}
