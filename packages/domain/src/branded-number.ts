declare const brand: unique symbol

type Branded<Name extends string> = number & { readonly [brand]: Name }

/**
 * Numbers that the compiler does not take for each other. They exist only in types: arithmetic on them gives a plain
 * `number`, which becomes one of them again with `as`, where it is known what it means.
 */

/** A price level in quote currency; distances between prices are plain numbers. */
export type Price = Branded<'Price'>
/** Units of the base currency. */
export type Quantity = Branded<'Quantity'>
/** A point in time, UTC milliseconds; durations are plain numbers. */
export type Millis = Branded<'Millis'>
/** A distance in pips of an instrument. */
export type Pips = Branded<'Pips'>
/** The index of a row in the columns of a series. */
export type RowIndex = Branded<'RowIndex'>
