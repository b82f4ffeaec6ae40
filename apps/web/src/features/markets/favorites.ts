import { z } from 'zod'
import { useSetting } from '../../entities/settings/use-setting.ts'

const FAVORITES = {
  path: 'favorites',
  schema: z.array(z.string()).max(200),
  // Six, as the specification wants.
  fallback: ['EURUSD:SIM', 'EURUSD:SIM2', 'GBPUSD:SIM', 'USDJPY:SIM', 'BTCUSDT:SIM', 'ETHUSDT:SIM'],
}

interface Favorites {
  /** Ids of instruments. */
  readonly ids: readonly string[]
  readonly toggle: (id: string) => void
}

export function useFavorites(): Favorites {
  const [ids, setIds] = useSetting<string[]>(FAVORITES)
  const toggle = (id: string): void => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return { ids, toggle }
}
