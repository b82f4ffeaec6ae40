/** Columns and tag of a position, and its part of the head while it is open. */
const POSITION_BYTES = 400
/** Columns, tag and reason of an order. */
const ORDER_BYTES = 400
/** Time and value. */
const PLOT_VALUE_BYTES = 16
/** The equity curve, the days of decades, and a log full of characters that take six bytes each. */
const OTHER_BYTES = 8 * 1_048_576

/** A bound for the bytes of a result with so many rows. */
export function maxResultBytes(positions: number, orders: number, plotValues: number): number {
  return OTHER_BYTES + positions * POSITION_BYTES + orders * ORDER_BYTES + plotValues * PLOT_VALUE_BYTES
}
