import { z } from 'zod'

/** Readable on dark and on light charts. */
export const DRAWING_COLORS = ['#4c8dff', '#e0932f', '#1fa871', '#e5485d', '#9a6cf0', '#8a94a8'] as const

export const COLOR_NAMES = ['Blue', 'Orange', 'Green', 'Red', 'Violet', 'Gray'] as const

/** The color of the next drawing. */
export const DRAWING_STYLE = {
  path: 'chart.drawings',
  schema: z.object({ color: z.string().regex(/^#[0-9a-f]{6}$/) }),
  fallback: { color: DRAWING_COLORS[0] as string },
}
