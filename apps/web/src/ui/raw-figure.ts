/** A number before it was rounded for display. */
export type RawFigure = number | string | null

/**
 * Attributes that say where a shown number is in the answers of the API (`statistics.profit`) and what it is there, so
 * that pages can be compared with the API. docs/rounding.md has the rules by which numbers become texts.
 */
export function rawFigure(
  field: string | undefined,
  raw: RawFigure | undefined,
): { readonly 'data-field'?: string; readonly 'data-raw'?: number | string } {
  return field === undefined ? {} : { 'data-field': field, 'data-raw': raw ?? '' }
}
