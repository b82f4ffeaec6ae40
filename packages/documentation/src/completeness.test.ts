import { SYSTEM_INDICATORS } from '@tradeloom/indicators'
import { METRICS } from '@tradeloom/metrics'
import { SETTINGS } from '@tradeloom/domain'
import { API_NAMES, INDICATOR_API_NAMES } from '@tradeloom/script'
import { documentationNavigation, documentationPage, type DocumentationBlock } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { navigation, page } from './index.ts'
import { parseTypings } from './parse-typings.ts'
import { API_TYPINGS, INDICATOR_TYPINGS } from './sources.generated.ts'

const { sections } = navigation()
const summaries = sections.flatMap(({ pages }) => pages)
const pages = summaries.map(({ slug }) => page(slug)!)
const byPath = new Map(pages.map((one) => [one.path, one]))
const lines = { 'tradeloom.d.ts': API_TYPINGS.split('\n'), 'indicators.d.ts': INDICATOR_TYPINGS.split('\n') }

/** The blocks of a page between a heading and the next one. */
function partOf(blocks: readonly DocumentationBlock[], name: string): readonly DocumentationBlock[] {
  const start = blocks.findIndex((block) => block.type === 'heading' && block.text === name)
  const rest = blocks.slice(start + 1)
  const end = rest.findIndex(({ type }) => type === 'heading')
  return start === -1 ? [] : rest.slice(0, end === -1 ? rest.length : end)
}

/** What a documented name lacks: an example, or its line in the typings. */
function lacks(blocks: readonly DocumentationBlock[], name: string): string[] {
  const signature = blocks.find(({ type }) => type === 'signature')
  const source = signature?.type === 'signature' ? signature.source : null
  const line = source === null ? '' : (lines[source.file][source.line - 1] ?? '')
  const isUsed = new RegExp(`(?<![\\w$])${name}(?![\\w$])`)
  return [
    ...(blocks.some((block) => block.type === 'example' && isUsed.test(block.code)) ? [] : ['example that uses it']),
    ...(isUsed.test(line) ? [] : ['source line']),
  ]
}

describe('the documentation', () => {
  const { globals, types } = parseTypings(API_TYPINGS)

  it('has a page with an example and a source line for every name in scope', () => {
    const names = [...new Set<string>([...API_NAMES, ...INDICATOR_API_NAMES])]
    expect(globals.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(
      names.flatMap((name) => lacks(byPath.get(name)?.blocks ?? [], name).map((what) => `${name}: ${what}`)),
    ).toEqual([])
  })

  it('has a part with an example and a source line for every member of every type', () => {
    const missing = types.flatMap(({ name, members }) =>
      members.flatMap((member) =>
        lacks(partOf(byPath.get(name)?.blocks ?? [], member.name), member.name).map(
          (what) => `${name}.${member.name}: ${what}`,
        ),
      ),
    )
    expect(types.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })

  it('has a page with an example for every type that has no members', () => {
    const names = types.filter(({ members }) => members.length === 0).map(({ name }) => name)
    const hasExample = (name: string) => byPath.get(name)?.blocks.some(({ type }) => type === 'example')
    expect(names.filter((name) => !hasExample(name))).toEqual([])
  })

  it('has a page with an example and a source line for every system indicator', () => {
    const keys = Object.keys(SYSTEM_INDICATORS)
    expect(keys.filter((key) => lacks(byPath.get(`indicators.${key}`)?.blocks ?? [], key).length > 0)).toEqual([])
  })

  it('has a page for every run model and a part for every metric', () => {
    const models = sections.find(({ slug }) => slug === 'run-models-reference')?.pages ?? []
    expect(models).toHaveLength(Object.keys(SETTINGS).length)
    const titles = new Set(summaries.flatMap(({ members }) => members.map(({ name }) => name)))
    expect(METRICS.filter(({ title }) => !titles.has(title))).toEqual([])
  })

  it('has distinct names and valid pages, each with a summary', () => {
    expect(new Set(summaries.map(({ slug }) => slug)).size).toBe(summaries.length)
    expect(summaries.filter(({ summary }) => summary === '').map(({ slug }) => slug)).toEqual([])
    expect(documentationNavigation.response.safeParse({ version: '1', sections }).error).toBeUndefined()
    for (const one of pages) expect(documentationPage.response.safeParse(one).error).toBeUndefined()
    for (const { blocks, slug } of pages) {
      const ids = blocks.flatMap((block) => (block.type === 'heading' ? [block.id] : []))
      expect(new Set(ids).size, slug).toBe(ids.length)
    }
  })

  it('links only to pages that exist', () => {
    const slugs = new Set(summaries.map(({ slug }) => slug))
    const links = [...JSON.stringify(pages).matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target)
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((target) => !slugs.has(target))).toEqual([])
  })

  it('reads in order: each page leads to the next one', () => {
    expect(page('first-algorithm')).toMatchObject({ title: 'Your first algorithm', previous: null, next: 'handlers' })
    expect(page('handlers')).toMatchObject({ previous: 'first-algorithm' })
    expect(page('no-such-page')).toBeNull()
  })
})
