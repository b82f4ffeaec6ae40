import type { DocumentationNavigation, DocumentationPage } from '@tradeloom/contracts'
import { globalPage, typePage } from './api-pages.ts'
import { metricPages, modelPages } from './catalog-pages.ts'
import { indicatorSections } from './indicator-pages.ts'
import type { Page, Section } from './page.ts'
import { parseTypings } from './parse-typings.ts'
import { readChapter } from './read-guide.ts'
import { API_TYPINGS, GUIDE, INDICATOR_TYPINGS } from './sources.generated.ts'

function allSections(): readonly Section[] {
  const { globals, types } = parseTypings(API_TYPINGS)
  const [indicators] = parseTypings(INDICATOR_TYPINGS).types
  return [
    { title: 'Guide', slug: 'guide', pages: GUIDE.map(readChapter) },
    { title: 'In scope', slug: 'in-scope', pages: globals.map(globalPage) },
    { title: 'Types', slug: 'types', pages: types.map(typePage) },
    ...indicatorSections(indicators?.members ?? []),
    { title: 'Run models', slug: 'run-models-reference', pages: modelPages() },
    { title: 'Metrics', slug: 'metrics', pages: metricPages() },
  ]
}

let known: readonly Section[] | null = null

function sections(): readonly Section[] {
  known ??= allSections()
  return known
}

/** The contents of the documentation. */
export function navigation(): Omit<DocumentationNavigation, 'version'> {
  return {
    sections: sections().map(({ title, slug, pages }) => ({
      title,
      slug,
      pages: pages.map((page) => ({
        slug: page.slug,
        title: page.title,
        path: page.path,
        summary: page.summary,
        members: page.members,
        keywords: [...page.keywords],
      })),
    })),
  }
}

/** One page; null if there is none with this name. */
export function page(slug: string): DocumentationPage | null {
  const pages = sections().flatMap((section) => section.pages)
  const place = pages.findIndex((one) => one.slug === slug)
  const found = pages[place]
  if (found === undefined) return null
  const { title, path, source, blocks } = found
  const [previous, next] = [pages[place - 1]?.slug ?? null, pages[place + 1]?.slug ?? null]
  return { slug, title, path, source, blocks, previous, next }
}

/** Every code example with the page it is on. */
export function examples(): { page: string; code: string; kind: 'algorithm' | 'indicator' | 'fragment' }[] {
  return sections()
    .flatMap((section): readonly Page[] => section.pages)
    .flatMap(({ slug, blocks }) =>
      blocks.flatMap((block) => (block.type === 'example' ? [{ page: slug, code: block.code, kind: block.kind }] : [])),
    )
}
