import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { walk } from './walk.ts'

const typesOf = (source: string, leftOut = ''): string[] => {
  const types: string[] = []
  walk(parse(source, { ecmaVersion: 2025 }), (node, parent) => {
    types.push(`${parent?.type ?? ''}>${node.type}`)
    return node.type !== leftOut
  })
  return types
}

describe('walk', () => {
  it('visits every node in text order with its parent', () => {
    expect(typesOf('f(/a/, [, 1])')).toEqual([
      '>Program',
      'Program>ExpressionStatement',
      'ExpressionStatement>CallExpression',
      'CallExpression>Identifier',
      'CallExpression>Literal',
      'CallExpression>ArrayExpression',
      'ArrayExpression>Literal',
    ])
  })

  it('leaves out what is inside a node when the visitor returns false', () => {
    expect(typesOf('f(g(1)); 2', 'CallExpression')).toEqual([
      '>Program',
      'Program>ExpressionStatement',
      'ExpressionStatement>CallExpression',
      'Program>ExpressionStatement',
      'ExpressionStatement>Literal',
    ])
  })
})
