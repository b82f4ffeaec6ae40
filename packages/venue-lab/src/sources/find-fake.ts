import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFake } from './source-fake.ts'

/** The stand-in for a provider, from the file with its name. */
export async function findFake(name: string): Promise<SourceFake> {
  const file = join(import.meta.dirname, 'fakes', `${name}.fake.ts`)
  if (!existsSync(file)) throw new Error(`${name} has no stand-in: ${file}`)
  const { fake } = (await import(file)) as { fake: SourceFake }
  return fake
}
