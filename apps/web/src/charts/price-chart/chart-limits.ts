/** Constants of the specification for price charts, and limits of this one. */
export const MAX_POSITIONS = 100
/** With more bars than this in view, automatic grouping chooses a longer interval. */
export const MAX_BARS_IN_VIEW = 2_000
/** The shortest span that a chart shows. */
export const MIN_BARS_IN_VIEW = 10
/** The least time that a chart has in view while it follows live prices. */
export const LIVE_RANGE_MS = 10 * 60_000
/** How often a chart follows live prices at most. */
export const REDRAW_MS = 500
/** A chart of live prices that was hidden for longer is loaded again. */
export const RELOAD_AFTER_HIDDEN_MS = 60_000
