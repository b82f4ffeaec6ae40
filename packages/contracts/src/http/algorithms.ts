import { z } from 'zod'
import { READ, WRITE } from './api-terms.ts'
import { TEMPLATE_NAMES } from './algorithm-templates.ts'
import { versionCheck } from './algorithm-checks.ts'
import { byId, nothing, scriptProblem, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { label, name, text } from './text.ts'

export const externalDeclaration = z.object({ name: z.string(), defaultValue: z.number().optional() })
export type ExternalDeclaration = z.infer<typeof externalDeclaration>

export const algorithmVersionSummary = z.object({
  id: uuid,
  algorithmId: uuid,
  versionNo: z.number().int(),
  /** Display form, 'v3'; on another user's algorithm only shared versions are counted. */
  displayVersionNo: z.string(),
  /** Its number among the shared versions; null while it is not shared. */
  sharedVersionNo: z.number().int().nullable(),
  message: z.string(),
  time: z.string(),
  shared: z.boolean(),
  externals: z.array(externalDeclaration),
  /** Other instruments that the script opens with `market(...)`, as written: a symbol, or SYMBOL:BROKER. */
  markets: z.array(z.string()),
  /** Keys of the custom indicators that it carries copies of. */
  indicators: z.array(z.string()),
  previousVersionId: uuid.nullable(),
  /** Null when it was never analyzed. */
  check: versionCheck.nullable(),
})
export type AlgorithmVersionSummary = z.infer<typeof algorithmVersionSummary>

export const algorithmVersion = algorithmVersionSummary.extend({ script: z.string() })
export type AlgorithmVersion = z.infer<typeof algorithmVersion>

/** The newest completed run of the newest version: what cards show of it. */
export const cardResult = z.object({
  backtestId: uuid,
  /** Its prices come from a simulator. */
  simulated: z.boolean(),
  profitPercentage: z.number(),
  maxDrawdownPercentage: z.number(),
  positionCount: z.number().int(),
  /** Equity at evenly spaced times. */
  sparkline: z.array(z.number()),
})
export type CardResult = z.infer<typeof cardResult>

export const algorithm = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** First lines of text or code for a card. */
  overview: z.string(),
  userId: uuid,
  username: z.string(),
  shared: z.boolean(),
  shareNew: z.boolean(),
  /** The newest shared version, as its owner counts it: 'v3'. Null while none is shared. */
  sharedUpTo: z.string().nullable(),
  readOnly: z.boolean(),
  /** Null, like everything about the origin, when the viewer may not see the origin. */
  clonedFromAlgorithm: uuid.nullable(),
  clonedFromVersion: uuid.nullable(),
  clonedFromName: z.string().nullable(),
  clonedFromVersionNo: z.string().nullable(),
  /** The origin has a newer version than the cloned one, which the viewer may see. */
  hasNewerOrigin: z.boolean(),
  /** Live trading sessions in progress. */
  activeSessionsCount: z.number().int(),
  latestVersion: algorithmVersionSummary.nullable(),
  versionCount: z.number().int(),
  backtestCount: z.number().int(),
  /** How often it was cloned. */
  cloneCount: z.number().int(),
  /** How much others use it, for sorting. */
  useCount: z.number().int(),
  result: cardResult.nullable(),
  created: z.string(),
  updated: z.string(),
})
export type Algorithm = z.infer<typeof algorithm>

const description = text.max(20_000, 'A description has at most 20,000 characters')
const tag = label.min(1).max(24, 'A tag has at most 24 characters')
const tags = z.array(tag).max(5, 'An algorithm has at most 5 tags')
const script = text.max(262_144, 'A script has at most 256 kB')
const message = text.trim().max(500, 'A commit message has at most 500 characters')

/** For the other calls that carry an algorithm. */
export const algorithmFields = { name, description, tags, script, message }

export const listSharedAlgorithms = endpoint({
  method: 'GET',
  path: '/public-api/algorithms',
  auth: 'public',
  summary: 'Shared algorithms of all users',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(algorithm),
})

export const listOwnAlgorithms = endpoint({
  method: 'GET',
  path: '/api/algorithms',
  auth: 'user',
  summary: 'Algorithms of the user',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(algorithm),
})

export const createAlgorithm = endpoint({
  method: 'POST',
  path: '/api/algorithms',
  auth: 'user',
  summary: 'Create an algorithm, or clone a version of one that is shared or own',
  api: WRITE,
  params: nothing,
  query: nothing,
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    /** Name of a template; the first version has its script. */
    template: z.enum(TEMPLATE_NAMES).optional(),
    clonedFromAlgorithm: uuid.nullish(),
    clonedFromVersion: uuid.nullish(),
  }),
  response: algorithm,
})

export const getAlgorithm = withPublicTwin({
  method: 'GET',
  path: '/api/algorithm/:id',
  auth: 'user',
  summary: 'One algorithm of the user, or a shared one (read-only)',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: algorithm,
})

export const updateAlgorithm = endpoint({
  method: 'PATCH',
  path: '/api/algorithm/:id',
  auth: 'user',
  summary: 'Rename, describe, share or stop sharing',
  api: WRITE,
  params: byId,
  query: nothing,
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    tags: tags.optional(),
    shared: z.boolean().optional(),
    shareNew: z.boolean().optional(),
  }),
  response: algorithm,
})

export const deleteAlgorithm = endpoint({
  method: 'DELETE',
  path: '/api/algorithm/:id',
  auth: 'user',
  summary: 'Delete an algorithm with its versions and backtests',
  api: WRITE,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const listVersions = withPublicTwin({
  method: 'GET',
  path: '/api/algorithms/:id/versions',
  auth: 'user',
  summary: 'Versions of an own algorithm, newest first, without scripts',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(algorithmVersionSummary),
})

export const getVersion = withPublicTwin({
  method: 'GET',
  path: '/api/algorithms/:id/versions/:versionId',
  auth: 'user',
  summary: 'One version with its script',
  api: READ,
  params: z.strictObject({ id: uuid, versionId: uuid }),
  query: nothing,
  body: nothing,
  response: algorithmVersion,
})

export const carriedIndicator = z.object({
  /** How the script calls it. */
  key: z.string(),
  /**
   * `changed`: the copied indicator has another script now. `other`: the user has another indicator with this key, as in a
   * clone. The next version takes the user's indicator in both cases. `renamed`: the copied indicator has another key now.
   * `gone`: the user does not have it. The next version then takes the same copy.
   */
  state: z.enum(['current', 'changed', 'other', 'renamed', 'gone']),
  /** The user's indicator that it corresponds to, and its key now; null if there is none. */
  ownId: uuid.nullable(),
  ownKey: z.string().nullable(),
})
export type CarriedIndicator = z.infer<typeof carriedIndicator>

export const listCarriedIndicators = endpoint({
  method: 'GET',
  path: '/api/algorithms/:id/versions/:versionId/indicators',
  auth: 'user',
  summary:
    'Custom indicators that a version of an own algorithm carries copies of, and whether they have changed since',
  api: READ,
  params: z.strictObject({ id: uuid, versionId: uuid }),
  query: nothing,
  body: nothing,
  response: z.array(carriedIndicator),
})

export const saveVersion = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/versions',
  auth: 'user',
  summary: 'Save a new version; refused with line and column when the script has errors',
  api: WRITE,
  params: byId,
  query: nothing,
  body: z.strictObject({
    script,
    message,
    previousVersionId: uuid.nullish(),
    /** The latest version that the client knows: when there is a newer one, the answer is a conflict `newer-version`. */
    latestVersionId: uuid.nullish(),
  }),
  response: algorithmVersion.extend({ warnings: z.array(scriptProblem) }),
})

export const updateVersion = endpoint({
  method: 'PATCH',
  path: '/api/algorithms/:id/versions/:versionId',
  auth: 'user',
  summary: 'Share one version or stop sharing it, or change its message',
  api: WRITE,
  params: z.strictObject({ id: uuid, versionId: uuid }),
  query: nothing,
  body: z.strictObject({ shared: z.boolean().optional(), message: message.optional() }),
  response: algorithmVersionSummary,
})
