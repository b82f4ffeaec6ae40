import { describe, expect, it, type TestContext } from 'vitest'
import { wordsAgainst } from './case-needs.fixture.ts'

/** What every venue must do, by a sentence that says so. */
export type ConformanceCases<Lab> = Readonly<Record<string, (lab: Lab, context: TestContext) => Promise<void>>>

/** More than that many cases, and the venue is another kind of venue. */
const MAX_DENIED = 4

/** Runs all cases for a venue, except for those that its document denies. */
export function describeCases<Lab extends { readonly denied: Readonly<Record<string, string>> }>(
  title: string,
  lab: Lab,
  cases: ConformanceCases<Lab>,
): void {
  describe(title, () => {
    it(`leaves out at most ${MAX_DENIED} cases of the conformance suite, and none that does not exist`, () => {
      expect(Object.keys(lab.denied).filter((name) => !Object.hasOwn(cases, name))).toEqual([])
      expect(Object.keys(lab.denied).length).toBeLessThanOrEqual(MAX_DENIED)
    })

    for (const [name, run] of Object.entries(cases))
      it(name, (context) => {
        const words = wordsAgainst(lab, name)
        return words === undefined ? run(lab, context) : context.skip(words)
      })
  })
}
