import { join } from 'node:path'

import { ChartBars } from './charts/chart-bars.ts'
import { openPointInTimeStore } from '../known/point-in-time-store.ts'
import { openColumnCache } from './column-cache.ts'
import { type Layers, ownersIn, privateFolder } from './layers.ts'
import { type MarketCaches, type MarketReader, marketReader, type MarketReaders } from './market-reader.ts'
import { type MarketWriter, marketWriter } from './market-writer.ts'
import { type PrivateView, privateView } from './private-view.ts'

/** All that can be done with a market folder. Callers that only read take a `MarketReader`. */
export interface MarketStore extends MarketReader, MarketWriter, PrivateView, MarketReaders {
  /** Users with private data. */
  owners(): Promise<string[]>
  /** The view of a user, or of a visitor (null): shared data and the user's own. */
  forOwner(userId: string | null): MarketStore
}

export interface MarketStoreOptions {
  /** Maximum size of the raw column files on disk; defaults to 4 GB. */
  readonly cacheBytes?: number
  /** Receives messages, with paths, about what was repaired; for a log. */
  readonly log?: (text: string) => void
}

const CACHE_BYTES = 4 * 1024 ** 3

/** Opens the market folder. Any number of processes may read and import concurrently. */
export function openMarketStore(dir: string, options: MarketStoreOptions = {}): MarketStore {
  const columnsDir = join(dir, '.columns')
  // Its keys are content hashes, so it serves every view without revealing one to another.
  const cache = openColumnCache(columnsDir, options.cacheBytes ?? CACHE_BYTES, options.log ?? (() => undefined))
  const caches = { cache, charts: new ChartBars(cache), known: openPointInTimeStore(dir) }
  return viewOf({ shared: dir, own: null }, columnsDir, caches)
}

function viewOf(layers: Layers, columnsDir: string, caches: MarketCaches): MarketStore {
  return {
    ...marketReader(layers, columnsDir, caches),
    ...marketWriter(layers),
    ...privateView(layers),
    owners: () => ownersIn(layers.shared),
    forOwner: (userId) => {
      const own = userId === null ? null : privateFolder(layers.shared, userId)
      return viewOf({ shared: layers.shared, own }, columnsDir, caches)
    },
  }
}
