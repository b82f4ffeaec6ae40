import { z } from 'zod'
import { READ, WRITE } from './api-terms.ts'
import { nothing, scriptProblem, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { line, name, text } from './text.ts'

/** How scripts call an indicator: `indicators.{key}(...)`. */
export const indicatorKey = line
  .min(1, 'Please enter a key')
  .max(40, 'A key has at most 40 characters')
  .refine((key) => !/\s/.test(key), { message: 'Key cannot contain spaces', abort: true })
  .regex(/^[A-Za-z_$][\w$]*$/, 'Key must be a valid JavaScript identifier')

/** A UUID, or the key of a system indicator. */
export const indicatorId = z.union([uuid, indicatorKey])

const scalar = z.union([z.number(), text.max(1000), z.boolean(), z.null()])
/** A parameter's value, as a script would write it. */
export const indicatorArgument = z.union([scalar, z.array(scalar).max(100)])
export type IndicatorArgument = z.infer<typeof indicatorArgument>

export const indicator = z.object({
  id: indicatorId,
  name: z.string(),
  key: z.string(),
  description: z.string(),
  /** Part of the program. */
  system: z.boolean(),
  readOnly: z.boolean(),
  /** Visible to everyone. */
  shared: z.boolean(),
  /** Null for system indicators. */
  userId: uuid.nullable(),
  username: z.string().nullable(),
  /** Heading under which system indicators are listed. */
  group: z.string().nullable(),
  /** A parameter without a default has null. */
  parameters: z.array(z.object({ name: z.string(), defaultValue: z.unknown() })),
  clonedFromIndicator: uuid.nullable(),
  created: z.string().nullable(),
  updated: z.string().nullable(),
})
export type Indicator = z.infer<typeof indicator>

export const indicatorDetail = indicator.extend({ script: z.string() })
export type IndicatorDetail = z.infer<typeof indicatorDetail>

/** An algorithm whose versions contain copies of an indicator. */
export const indicatorUse = z.object({
  algorithmId: uuid,
  algorithmName: z.string(),
  versionCount: z.number().int(),
  /** Its newest version has a copy that differs from the indicator as it is now. */
  isOutdated: z.boolean(),
})
export type IndicatorAlgorithm = z.infer<typeof indicatorUse>

const script = text.max(262_144, 'A script has at most 256 kB')
const byIndicatorId = z.strictObject({ id: indicatorId })

export const listIndicators = endpoint({
  method: 'GET',
  path: '/api/technical-indicators',
  auth: 'user',
  summary: 'Indicators of the user, then system indicators',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(indicator),
})

export const listSharedIndicators = endpoint({
  method: 'GET',
  path: '/public-api/technical-indicators',
  auth: 'public',
  summary: 'Shared indicators of all users',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: listIndicators.response,
})

export const listSystemIndicators = endpoint({
  method: 'GET',
  path: '/public-api/system-indicators',
  auth: 'public',
  summary: 'Indicators of the program',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: listIndicators.response,
})

export const createIndicator = endpoint({
  method: 'POST',
  path: '/api/technical-indicators',
  auth: 'user',
  summary: 'Create an indicator, or clone one that is own, shared or of the program',
  api: WRITE,
  params: nothing,
  query: nothing,
  body: z.strictObject({
    name: name.optional(),
    /** Derived from the name if absent. */
    key: indicatorKey.optional(),
    clonedFromIndicator: indicatorId.optional(),
  }),
  response: indicatorDetail,
})

export const getIndicator = withPublicTwin({
  method: 'GET',
  path: '/api/technical-indicator/:id',
  auth: 'user',
  summary: 'One indicator of the user, a shared one or one of the program (read-only)',
  api: READ,
  params: byIndicatorId,
  query: nothing,
  body: nothing,
  response: indicatorDetail,
})

export const getSystemIndicator = endpoint({
  method: 'GET',
  path: '/public-api/system-indicator/:id',
  auth: 'public',
  summary: 'One indicator of the program by its key, with its source',
  api: READ,
  params: z.strictObject({ id: indicatorKey }),
  query: nothing,
  body: nothing,
  response: indicatorDetail,
})

export const saveIndicator = endpoint({
  method: 'PUT',
  path: '/api/technical-indicator/:id',
  auth: 'user',
  summary: 'Save the script; refused with line and column when it has errors',
  api: WRITE,
  params: byIndicatorId,
  query: nothing,
  body: z.strictObject({ script }),
  response: indicatorDetail.extend({ warnings: z.array(scriptProblem) }),
})

export const updateIndicator = endpoint({
  method: 'PATCH',
  path: '/api/technical-indicator/:id',
  auth: 'user',
  summary: 'Rename, change the key, share or stop sharing: one at a time',
  api: WRITE,
  params: byIndicatorId,
  query: nothing,
  body: z
    .strictObject({ name: name.optional(), key: indicatorKey.optional(), shared: z.boolean().optional() })
    .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
      message: 'Please change the name, the key or sharing, one at a time',
    }),
  response: indicator,
})

export const deleteIndicator = endpoint({
  method: 'DELETE',
  path: '/api/technical-indicator/:id',
  auth: 'user',
  summary: 'Delete an indicator; versions of algorithms keep their copies',
  api: WRITE,
  params: byIndicatorId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const listIndicatorUses = endpoint({
  method: 'GET',
  path: '/api/technical-indicator/:id/uses',
  auth: 'user',
  summary: 'Algorithms of the user that contain copies of an own indicator',
  api: READ,
  params: byIndicatorId,
  query: nothing,
  body: nothing,
  response: z.array(indicatorUse),
})
