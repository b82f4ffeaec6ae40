import { describe, expect, it } from 'vitest'
import { allProblems, type TypeProblem } from './problems.ts'

const problem = (line: number, message: string): TypeProblem => ({
  line,
  column: 1,
  endColumn: 2,
  message,
  severity: 'error',
})

describe('allProblems', () => {
  it('lists errors and type errors in the order of the text, then warnings', () => {
    const warning = { ...problem(1, 'unused'), severity: 'warning' as const }
    const analysis = {
      errors: [problem(7, 'reserved')],
      warnings: [warning],
      externals: [],
      markets: [],
      series: [],
      handlers: [],
      parameters: [],
      takesOther: false,
    }
    const found = allProblems(analysis, [problem(9, 'no such member'), problem(3, 'text for a number')])
    expect(found.map(({ message }) => message)).toEqual(['text for a number', 'reserved', 'no such member', 'unused'])
  })

  it('reports a line with a syntax error once', () => {
    const analysis = {
      errors: [problem(2, 'Unexpected token')],
      warnings: [],
      externals: [],
      markets: [],
      series: [],
      handlers: [],
      parameters: [],
      takesOther: false,
    }
    expect(allProblems(analysis, [problem(2, "';' expected")])).toHaveLength(1)
  })
})
