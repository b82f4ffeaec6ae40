import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { VenueAdapter } from '../ports/venue-adapter.ts'
import type { Mutation } from './mutation.ts'
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

/** Faults that are put into adapters on purpose, by the folder of each that has some. */
export async function findMutations(): Promise<readonly (Mutation & { readonly folder: string })[]> {
  const folders = readdirSync(DIR).filter((folder) => existsSync(join(DIR, folder, 'mutations.fixture.ts')))
  const found = await Promise.all(
    folders.map(async (folder) => {
      const file = `../adapters/${folder}/mutations.fixture.ts`
      const { MUTATIONS } = (await import(file)) as { readonly MUTATIONS: readonly Mutation[] }
      return MUTATIONS.map((mutation) => ({ ...mutation, folder }))
    }),
  )
  return found.flat()
}
