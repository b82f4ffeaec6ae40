import { z } from 'zod'
import { instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line, text } from './text.ts'
import { MAX_INTEGER, wholeNumber } from './whole-number.ts'

/** Pictures of charts are PNG files of at most this size, and at most this wide and high. */
export const MAX_CHART_IMAGE_BYTES = 2 * 1024 * 1024
export const MAX_CHART_IMAGE_SIDE = 4096

/** The name of a picture: 128 random bits. */
const imageName = line.regex(/^[A-Za-z0-9_-]{22}\.png$/, 'Unknown picture')

export const createChartImage = endpoint({
  method: 'POST',
  path: '/public-api/chart-image',
  auth: 'public',
  summary: 'Upload the picture of a chart as the file `image` of a form; it is kept for ten minutes',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  response: z.object({ imagepath: z.string() }),
})

export const createChartSnapshot = endpoint({
  method: 'POST',
  path: '/public-api/chart-snapshot',
  auth: 'public',
  summary: 'Store an uploaded picture, visible to everyone with its link',
  params: nothing,
  query: nothing,
  body: z.strictObject({ imagepath: imageName, title: line.max(120).default('') }),
  response: z.object({ filename: z.string(), url: z.string() }),
})

export const getChartSnapshot = endpoint({
  method: 'GET',
  path: '/chart/:filename',
  auth: 'public',
  summary: 'The picture of a chart',
  params: z.strictObject({ filename: line.max(64) }),
  query: nothing,
  body: nothing,
  response: z.unknown(),
})

export const chartSnapshot = z.object({
  filename: z.string(),
  title: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** UTC milliseconds. */
  created: z.number().int(),
})
export type ChartSnapshot = z.infer<typeof chartSnapshot>

export const listChartSnapshots = endpoint({
  method: 'GET',
  path: '/api/chart-snapshots',
  auth: 'user',
  summary: 'The pictures that the user has kept, newest first',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ items: z.array(chartSnapshot) }),
})

export const deleteChartSnapshot = endpoint({
  method: 'DELETE',
  path: '/api/chart-snapshot/:filename',
  auth: 'user',
  summary: 'Delete a picture; its link stops working',
  params: z.strictObject({ filename: imageName }),
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

/** Of a user, on the charts of one instrument. */
export const MAX_DRAWINGS = 200

export const DRAWING_KINDS = ['trend', 'ray', 'horizontal', 'rectangle', 'fibonacci', 'text'] as const

/** UTC milliseconds and a price. */
const drawingPoint = z.strictObject({
  time: z.number().min(-8_640_000_000_000_000).max(8_640_000_000_000_000),
  price: z.number(),
})

export const drawing = z.strictObject({
  id: line.min(1).max(36),
  kind: z.enum(DRAWING_KINDS),
  points: z.array(drawingPoint).min(1).max(2),
  text: text.max(200).optional(),
  color: line.regex(/^#[0-9a-f]{6}$/),
})
export type Drawing = z.infer<typeof drawing>

export const drawings = z.object({ items: z.array(drawing), revision: z.number().int() })

export const getDrawings = endpoint({
  method: 'GET',
  path: '/api/drawings/:instrumentId',
  auth: 'user',
  summary: 'What the user has drawn on the charts of an instrument',
  params: z.strictObject({ instrumentId }),
  query: nothing,
  body: nothing,
  response: drawings,
})

export const putDrawings = endpoint({
  method: 'PUT',
  path: '/api/drawings/:instrumentId',
  auth: 'user',
  summary: 'Replace the drawings; refused with the newer ones when another tab has changed them since `revision`',
  params: z.strictObject({ instrumentId }),
  query: nothing,
  body: z.strictObject({ items: z.array(drawing).max(MAX_DRAWINGS), revision: wholeNumber(0, MAX_INTEGER) }),
  response: drawings,
})
