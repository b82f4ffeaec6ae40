/**
 * Tests run in one of two lanes. The fast lane, which `npm test` runs, covers the whole product; the full lane adds
 * slow tests: files named `*.full.test.ts` and tests tagged `full` (`@full` in the browser). A test that only varies
 * its size calls `inject('lane')`.
 */
export type Lane = 'fast' | 'full'

/** Set by `npm run test:full`, or by hand: `TRADELOOM_LANE=full vitest run packages/sandbox`. */
export const LANE: Lane = process.env['TRADELOOM_LANE'] === 'full' ? 'full' : 'fast'

declare module 'vitest' {
  interface ProvidedContext {
    readonly lane: Lane
  }
}
