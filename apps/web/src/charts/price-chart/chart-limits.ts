/** Constants of the specification for price charts, and limits of this one. */
export const MAX_POSITIONS = 100
/** With more bars than this in view, automatic grouping chooses a longer interval. */
export const MAX_BARS_IN_VIEW = 2_000
/** The shortest span that a chart shows. */
export const MIN_BARS_IN_VIEW = 10
