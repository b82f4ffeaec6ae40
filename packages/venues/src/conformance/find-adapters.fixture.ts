import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { VenueAdapter } from '../ports/venue-adapter.ts'
import type { VenueLab } from './venue-lab.ts'

export interface FoundAdapters {
  readonly folder: string
  readonly adapters: readonly VenueAdapter[]
  readonly labs: readonly VenueLab[]
}

const DIR = join(import.meta.dirname, '../adapters')

/** What the folders of adapters export. Without a stand-in there are no labs. */
export function findAdapters(): Promise<FoundAdapters[]> {
  const folders = readdirSync(DIR, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return Promise.all(
    folders.map(async ({ name: folder }) => {
      const { adapters } = (await import(`../adapters/${folder}/adapter.ts`)) as Pick<FoundAdapters, 'adapters'>
      if (!existsSync(join(DIR, folder, 'lab.ts'))) return { folder, adapters, labs: [] }
      const { labs } = (await import(`../adapters/${folder}/lab.ts`)) as Pick<FoundAdapters, 'labs'>
      return { folder, adapters, labs }
    }),
  )
}
