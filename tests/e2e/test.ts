import { test as base } from '@playwright/test'

/** The servers that `main.ts` has started, one for each worker. */
const SERVERS = (process.env['TRADELOOM_E2E_SERVERS'] ?? '').split(',')

/**
 * Every worker has a server with a database of its own: tests that run side by side share nothing but the machine.
 */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
  baseURL: async ({}, use, { parallelIndex }) => {
    await use(SERVERS[parallelIndex])
  },
})
