import { describe, expect, it } from 'vitest'
import { parseJavascript } from './parse-javascript.ts'

const THOUSANDS = Array.from({ length: 3_000 }, (_, number) => `let name${number} = ${number}\n`).join('')

const problemOf = (script: string) => {
  const parsed = parseJavascript(script)
  return 'error' in parsed ? parsed.error.message : null
}

describe('names that are declared twice', () => {
  it.each([
    'let twice; let twice',
    'let twice; var twice',
    'var twice; const twice = 1',
    'function twice() {} let twice',
    'class twice {} function twice() {}',
    'function outer(twice) { let twice }',
    '{ let twice; { var twice } }',
  ])('are found among thousands of others: %s', (script) => {
    expect(problemOf(THOUSANDS + script)).toBe("Identifier 'twice' has already been declared")
  })

  it.each([
    'var twice; var twice',
    'function twice() {} var twice',
    'let twice; { let twice }',
    'let twice; function inner() { var twice }',
    'try {} catch (twice) { var twice }',
  ])('are accepted where the language allows it: %s', (script) => {
    expect(problemOf(THOUSANDS + script)).toBeNull()
  })
})
