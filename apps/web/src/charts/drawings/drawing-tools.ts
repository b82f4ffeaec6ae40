import { DRAWING_KINDS, type Drawing } from '@tradeloom/contracts'

/** What a pointer can draw; a measurement is not kept. */
export const DRAWING_TOOLS = [...DRAWING_KINDS, 'measure'] as const
export type DrawingTool = (typeof DRAWING_TOOLS)[number]

/** A drawing, or the measurement that is shown until the next click. */
export type Figure = Omit<Drawing, 'kind'> & { readonly kind: DrawingTool }

export const TOOL_NAMES: Readonly<Record<DrawingTool, string>> = {
  trend: 'Trend line',
  ray: 'Ray',
  horizontal: 'Horizontal line',
  rectangle: 'Rectangle',
  fibonacci: 'Fibonacci retracement',
  text: 'Text',
  measure: 'Measure',
}

/** How many points a tool needs. */
export const pointsOf = (tool: DrawingTool): 1 | 2 => (tool === 'horizontal' || tool === 'text' ? 1 : 2)
