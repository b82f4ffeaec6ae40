import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'
import { TRADELOOM } from './server-process.ts'

/** The servers started by `main.ts` and their data folders, one per worker. */
const SERVERS = (process.env['TRADELOOM_E2E_SERVERS'] ?? '').split(',')
const FOLDERS = (process.env['TRADELOOM_E2E_FOLDERS'] ?? '').split(',')

interface Fixtures {
  /** Runs a command of the terminal on the data folder of the worker's server; resolves to its output. */
  readonly tradeloom: (...args: string[]) => Promise<string>
}

/** Each worker has a server with its own database: concurrent tests share nothing but the machine. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  baseURL: async ({}, use, { parallelIndex }) => {
    await use(SERVERS[parallelIndex])
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  tradeloom: async ({}, use, { parallelIndex }) => {
    await use(async (...args) => {
      const { stdout } = await promisify(execFile)(TRADELOOM, [...args, '--data', FOLDERS[parallelIndex] ?? ''])
      return stdout
    })
  },
})
