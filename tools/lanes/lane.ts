/**
 * Tests run in one of two lanes. The fast one is what `npm test` runs, and is honest about the whole product; the full one
 * adds what takes long: files named `*.full.test.ts` and tests tagged `full` (`@full` in the browser). A test that only
 * wants another size asks with `inject('lane')`.
 */
export type Lane = 'fast' | 'full'

/** Chosen by `npm run test:full`, or by hand: `TRADELOOM_LANE=full vitest run packages/sandbox`. */
export const LANE: Lane = process.env['TRADELOOM_LANE'] === 'full' ? 'full' : 'fast'

declare module 'vitest' {
  interface ProvidedContext {
    readonly lane: Lane
  }
}
