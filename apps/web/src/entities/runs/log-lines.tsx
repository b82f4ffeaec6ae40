import { Box } from '@mantine/core'
import type { LogLine } from '@tradeloom/contracts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'
import { formatSecond } from '../../ui/format.ts'
import classes from '../../ui/log.module.css'

const LINE_HEIGHT = 20

interface LogLinesProps {
  readonly lines: readonly LogLine[]
  /** Scrolls to the last line whenever there are new ones. */
  readonly isFollowed?: boolean
}

/** Lines of a log; only those in view are rendered. */
export function LogLines({ lines, isFollowed = false }: LogLinesProps): ReactElement {
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the list is read in this component only, never memoized
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  const toEnd = useEffectEvent(() => virtual.scrollToIndex(lines.length - 1, { align: 'end' }))
  useEffect(() => {
    if (isFollowed) toEnd()
  }, [isFollowed, lines])
  return (
    <div ref={scroll} className={classes['log']} tabIndex={0} role="group" aria-label="Log lines">
      <Box pos="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <Box
              key={index}
              pos="absolute"
              left={0}
              right={0}
              h={LINE_HEIGHT}
              className={classes['line']}
              data-level={line.level}
              style={{ top: start }}
            >
              <time dateTime={new Date(line.time).toISOString()}>{formatSecond(line.time)}</time>
              <span title={line.message}>{line.message.replaceAll('\n', ' ⏎ ')}</span>
            </Box>
          )
        })}
      </Box>
    </div>
  )
}
