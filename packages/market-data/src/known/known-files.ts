import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { KnownGeneration } from './known-generation.ts'

/** What the states of a dataset are. */
export async function headsIn(folder: string, code: string, column: string | null): Promise<KnownGeneration[]> {
  const names = await readdir(folder).catch(missing<string[]>([]))
  const heads = names.filter((name) => name.endsWith('.json')).map((name) => readHead(join(folder, name)))
  const all = (await Promise.all(heads)).filter((one) => one !== null)
  return all.filter((one) => one.code === code && one.column === column)
}

/** All states of all providers, and when each was last put. */
export async function statesIn(root: string): Promise<{ code: string; hash: string; putAt: number }[]> {
  const found = []
  for (const provider of await readdir(root).catch(missing<string[]>([]))) {
    for (const name of await readdir(join(root, provider))) {
      if (!name.endsWith('.json')) continue
      const path = join(root, provider, name)
      const [head, file] = [await readHead(path), await stat(path).catch(missing(null))]
      if (head && file) found.push({ code: head.code, hash: head.hash, putAt: file.mtimeMs })
    }
  }
  return found
}

export async function readHead(path: string): Promise<KnownGeneration | null> {
  const text = await readFile(path, 'utf8').catch(missing<null>(null))
  return text === null ? null : (JSON.parse(text) as KnownGeneration)
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(missing(null))) !== null
}

/** What stands for a file or folder that does not exist. */
function missing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
}
