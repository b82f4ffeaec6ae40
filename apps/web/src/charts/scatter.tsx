import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { chartColors } from './chart-theme.ts'
import classes from './parts.module.css'
import { drawScatter, nearestPoint, type ScatterPoint, scatterScale } from './scatter-plot.ts'

interface ScatterProps {
  readonly label: string
  readonly points: readonly ScatterPoint[]
  readonly xLabel: string
  readonly yLabel: string
  readonly bound: -1 | 1
  /** What is said of the point under the pointer, in lines; the first one is its name. */
  readonly linesOf: (at: number) => readonly string[]
  readonly onChoose: (at: number) => void
}

/** Points of any number on a canvas. A table elsewhere holds the same: the picture has no keyboard of its own. */
export function Scatter(props: ScatterProps): ReactElement {
  // Canvas keeps its colours, so another scheme is another picture.
  return <ScatterCanvas key={useComputedColorScheme('dark')} {...props} />
}

function ScatterCanvas({ label, points, xLabel, yLabel, bound, linesOf, onChoose }: ScatterProps): ReactElement {
  const { ref, width, height } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const scale = useMemo(() => scatterScale(points, width, height), [points, width, height])

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (canvas.current === null || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = Math.round(height * ratio)
    context.scale(ratio, ratio)
    const colors = chartColors(canvas.current)
    drawScatter(context, { points, scale, colors, width, height, xLabel, yLabel, bound, hovered })
  }, [points, scale, width, height, xLabel, yLabel, bound, hovered])

  const pointUnder = (event: PointerEvent<HTMLElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect()
    return nearestPoint(points, scale, event.clientX - box.left, event.clientY - box.top)
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
        const at = pointUnder(event)
        if (at !== null) onChoose(at)
      }}
    >
      <canvas ref={canvas} role="img" aria-label={label} />
      {point === undefined || hovered === null ? null : (
        <div className={`${classes['hint']} num`} style={hintPlace(scale.toX(point.x), scale.toY(point.y), width)}>
          {linesOf(hovered).map((line, at) => (
            <div key={line}>{at === 0 ? <strong>{line}</strong> : line}</div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Beside the point, on the side with more room. */
function hintPlace(x: number, y: number, width: number): { left?: number; right?: number; top: number } {
  const top = Math.max(4, y - 40)
  return x > width / 2 ? { right: width - x + 12, top } : { left: x + 12, top }
}
