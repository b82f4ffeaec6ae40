import { useElementSize } from '@mantine/hooks'
import { type HTMLAttributes, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { chartColors } from '../../../charts/chart-colors.ts'
import { useCanvasLook } from '../../../charts/use-canvas-look.ts'
import classes from './charts.module.css'
import { drawInTurn } from './draw-in-turn.ts'
import type { Surface } from './surface.ts'

interface CanvasLayersProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  /** The chart in words. */
  readonly label: string
  readonly height: number
  /** Draws what changes rarely. A new function draws it again. */
  readonly draw: (surface: Surface) => void
  /** Draws what follows the pointer, on a canvas above: moving it does not draw 100,000 points again. */
  readonly drawOver?: (surface: Surface) => void
  readonly children?: ReactNode
}

/** Two canvases, one above the other, as wide as their place. */
export function CanvasLayers(props: CanvasLayersProps): ReactElement {
  // A canvas keeps its colors: another color scheme needs another canvas.
  return <Layers key={useCanvasLook()} {...props} />
}

function Layers(props: CanvasLayersProps): ReactElement {
  const { label, height, draw, drawOver, children, ...rest } = props
  const { ref, width } = useElementSize()
  const base = useRef<HTMLCanvasElement>(null)
  const over = useRef<HTMLCanvasElement>(null)
  useEffect(() => drawInTurn(() => paint(base.current, width, height, draw)), [draw, width, height])
  // Follows the pointer, so at once.
  useEffect(() => paint(over.current, width, height, drawOver), [drawOver, width, height])
  return (
    <div ref={ref} className={classes['layers']} style={{ height }} role="img" aria-label={label} {...rest}>
      <canvas ref={base} aria-hidden />
      <canvas ref={over} aria-hidden />
      {children}
    </div>
  )
}

function paint(
  canvas: HTMLCanvasElement | null,
  width: number,
  height: number,
  draw: ((surface: Surface) => void) | undefined,
): void {
  if (canvas === null || width === 0) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (!context || draw === undefined) return
  context.scale(ratio, ratio)
  context.font = "11px 'Inter Variable', system-ui, sans-serif"
  draw({ context, width, height, colors: chartColors(canvas) })
}
