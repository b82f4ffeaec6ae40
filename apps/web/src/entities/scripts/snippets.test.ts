import { analyzeScript } from '@tradeloom/script'
import { describe, expect, it } from 'vitest'
import { runAlgorithm, wholeScript } from '../../../../../packages/documentation/src/run-example.fixture.ts'
import { plainText, SNIPPETS, type Snippet } from './snippets.ts'

/** A script that contains the snippet. */
function scriptOf(snippet: Snippet): string {
  const code = plainText(snippet)
  if (snippet.place === 'inside') return wholeScript(code)
  return /function on(?:Tick|IntervalClose)/.test(code) ? code : `${code}\nfunction onIntervalClose() {}`
}

describe('every snippet', () => {
  it.each(SNIPPETS.map((snippet) => [snippet.name, snippet] as const))('runs without errors: %s', (_, snippet) => {
    const script = scriptOf(snippet)
    expect(script).not.toMatch(/\$\{?\d/)
    expect(analyzeScript(script).errors).toEqual([])
    runAlgorithm(script)
  })
})
