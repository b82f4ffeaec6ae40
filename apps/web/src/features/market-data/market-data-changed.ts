import type { QueryClient } from '@tanstack/react-query'

/** Prices were shared or deleted: everything that shows them is asked for again. */
export function marketDataChanged(client: QueryClient): void {
  for (const kind of ['instruments', 'market-quality', 'market-usage', 'private-data', 'backtest']) {
    void client.invalidateQueries({ queryKey: [kind] })
  }
}
