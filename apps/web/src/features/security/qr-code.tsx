import { type ReactElement, useMemo } from 'react'
import { encode } from 'uqr'

/** Modules around the code, as readers want them. */
const QUIET = 4

interface QrCodeProps {
  readonly text: string
  /** What it is, for those who cannot see it. */
  readonly label: string
  readonly className?: string | undefined
}

export function QrCode({ text, label, className }: QrCodeProps): ReactElement {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
