import { test as base } from '@playwright/test'

/** The servers started by `main.ts`, one per worker. */
const SERVERS = (process.env['TRADELOOM_E2E_SERVERS'] ?? '').split(',')

/** Each worker has a server with its own database: concurrent tests share nothing but the machine. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  baseURL: async ({}, use, { parallelIndex }) => {
    await use(SERVERS[parallelIndex])
  },
})
