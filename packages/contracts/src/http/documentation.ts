import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

/** The name of a page in its address. */
export const documentationSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'A page of the documentation has a name like orders-and-stops')

const pageSummary = z.object({
  slug: documentationSlug,
  title: z.string(),
  /** The API name that the page documents: `buy`, `indicators.RSI`; null for a page of the guide. */
  path: z.string().nullable(),
  /** Its first sentence. */
  summary: z.string(),
  /** Names with a section on the page: members of a type, metrics of a group. */
  members: z.array(z.object({ name: z.string(), id: z.string() })),
  /** Other words by which it should be found. */
  keywords: z.array(z.string()),
})
export type DocumentationPageSummary = z.infer<typeof pageSummary>

const navigation = z.object({
  version: z.string(),
  sections: z.array(z.object({ title: z.string(), slug: documentationSlug, pages: z.array(pageSummary) })),
})
export type DocumentationNavigation = z.infer<typeof navigation>

/** Where something is declared. */
const source = z.object({ file: z.enum(['tradeloom.d.ts', 'indicators.d.ts']), line: z.number().int() })

/** Texts contain `code`, **strong** and [links](slug), and nothing else. */
const block = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3)]),
    id: z.string(),
    text: z.string(),
  }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('list'), isOrdered: z.boolean(), items: z.array(z.string()) }),
  z.object({ type: z.literal('signature'), code: z.string(), source: source.nullable() }),
  z.object({
    type: z.literal('example'),
    code: z.string(),
    /** A whole script, lines to insert into one, or something outside of scripts. */
    kind: z.enum(['algorithm', 'indicator', 'fragment', 'program']),
    canRun: z.boolean(),
  }),
  z.object({ type: z.literal('table'), head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  z.object({ type: z.literal('note'), text: z.string() }),
  /** Of the web app, which has it by this name for each color scheme. */
  z.object({ type: z.literal('picture'), name: documentationSlug, alt: z.string() }),
  /** A call that only reads, which a reader can make on the page with a key of their own. */
  z.object({
    type: z.literal('request'),
    /** Such as `/api/backtest/:id`; `*` is the rest of an address. */
    path: z.string(),
    fields: z.array(
      z.object({ name: z.string(), in: z.enum(['path', 'query']), isRequired: z.boolean(), what: z.string() }),
    ),
  }),
])
export type DocumentationBlock = z.infer<typeof block>

const page = z.object({
  slug: documentationSlug,
  title: z.string(),
  path: z.string().nullable(),
  source: source.nullable(),
  blocks: z.array(block),
  previous: documentationSlug.nullable(),
  next: documentationSlug.nullable(),
})
export type DocumentationPage = z.infer<typeof page>

export const documentationNavigation = endpoint({
  method: 'GET',
  path: '/documentation/includes/navigation',
  auth: 'public',
  summary: 'Contents of the documentation: its sections and pages',
  params: nothing,
  query: nothing,
  body: nothing,
  response: navigation,
})

export const documentationPage = endpoint({
  method: 'GET',
  path: '/documentation/includes/:slug',
  auth: 'public',
  summary: 'One page of the documentation',
  params: z.strictObject({ slug: documentationSlug }),
  query: nothing,
  body: nothing,
  response: page,
})
