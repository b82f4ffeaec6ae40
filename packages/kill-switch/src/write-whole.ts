import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Whoever sees the file sees all of it, and it is on disk when this returns. Nothing is left of one that did not fit. */
export function writeWhole(folder: string, name: string, content: unknown): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${randomUUID()}`)
  try {
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeSync(descriptor, JSON.stringify(content))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, join(folder, name))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
