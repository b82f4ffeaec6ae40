/** An order or a position about which the path inside a bar may have decided. */
export interface PathDecided {
  otherWorst: number
  otherBest: number
}

/** Notes the profit that the other path of a bar would have brought by its end. */
export function noteOtherPath(decided: PathDecided, profit: number): void {
  if (!(profit >= decided.otherWorst)) decided.otherWorst = profit
  if (!(profit <= decided.otherBest)) decided.otherBest = profit
}

/** Notes that the path decided, where the other outcome is unknown: the script has acted inside the bar. */
export function noteUnknownPath(decided: PathDecided): void {
  if (decided.otherWorst === decided.otherWorst) return
  decided.otherWorst = Infinity
  decided.otherBest = -Infinity
}

/** What was decided about an order is decided about the position that it opens or closes. */
export function passOtherPath(from: PathDecided, to: PathDecided): void {
  if (from.otherWorst !== from.otherWorst) return
  noteUnknownPath(to)
  if (from.otherWorst < to.otherWorst) to.otherWorst = from.otherWorst
  if (from.otherBest > to.otherBest) to.otherBest = from.otherBest
}
