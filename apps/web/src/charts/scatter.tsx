import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { chartColors } from './chart-colors.ts'
import classes from './parts.module.css'
import { drawScatter, nearestPoint, type ScatterPoint, scatterScales } from './scatter-plot.ts'
import { useCanvasLook } from './use-canvas-look.ts'
import hint from './hint.module.css'

interface ScatterProps {
  readonly label: string
  readonly points: readonly ScatterPoint[]
  readonly xLabel: string
  readonly yLabel: string
  readonly bound: -1 | 1
  /** Lines of the tooltip of a point; the first one is its name. */
  readonly linesOf: (index: number) => readonly string[]
  readonly onChoose: (index: number) => void
}

/** Any number of points on a canvas. Not operable by keyboard: a table elsewhere shows the same positions. */
export function Scatter(props: ScatterProps): ReactElement {
  // A canvas keeps its colors: another color scheme needs another canvas.
  return <ScatterCanvas key={useCanvasLook()} {...props} />
}

function ScatterCanvas({ label, points, xLabel, yLabel, bound, linesOf, onChoose }: ScatterProps): ReactElement {
  const { ref, width, height } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const scales = useMemo(() => scatterScales(points, width, height), [points, width, height])

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (canvas.current === null || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = Math.round(height * ratio)
    context.scale(ratio, ratio)
    const colors = chartColors(canvas.current)
    drawScatter(context, { points, scales, colors, width, height, xLabel, yLabel, bound, hovered })
  }, [points, scales, width, height, xLabel, yLabel, bound, hovered])

  const pointUnder = (event: PointerEvent<HTMLElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect()
    return nearestPoint(points, scales, event.clientX - box.left, event.clientY - box.top)
  }
  const point = hovered === null ? undefined : points[hovered]
  return (
    <div
      ref={ref}
      className={classes['scatter']}
      data-hit={point === undefined ? undefined : true}
      onPointerMove={(event) => setHovered(pointUnder(event))}
      onPointerLeave={() => setHovered(null)}
      onPointerUp={(event) => {
        const index = pointUnder(event)
        if (index !== null) onChoose(index)
      }}
    >
      <canvas ref={canvas} role="img" aria-label={label} />
      {point === undefined || hovered === null ? null : (
        <div className={hint['hint']} style={hintPosition(scales.x(point.x), scales.y(point.y), width)}>
          {linesOf(hovered).map((line, index) => (
            <div key={line}>{index === 0 ? <strong>{line}</strong> : line}</div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Beside the point, on the side with more room. */
function hintPosition(x: number, y: number, width: number): { left?: number; right?: number; top: number } {
  const top = Math.max(4, y - 40)
  return x > width / 2 ? { right: width - x + 12, top } : { left: x + 12, top }
}
