import { useKeptOptions } from '../../../entities/panels/use-kept-options.ts'

/** Where price tiles keep theirs: there is one quantity for each instrument, wherever it is traded. */
const TILES = { name: 'price-tile' }

/** The quantity of an instrument that the user typed or traded last, as it was typed; null where there was none. */
export function useLastQuantity(instrumentId: string): readonly [string | null, (text: string) => void] {
  const [kept, keep] = useKeptOptions(TILES, instrumentId)
  const { quantity } = kept
  return [typeof quantity === 'string' ? quantity : null, (text) => keep({ ...kept, quantity: text })]
}
