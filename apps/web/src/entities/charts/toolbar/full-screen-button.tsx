import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { type ReactElement, type RefObject, useEffect, useState } from 'react'

interface FullScreenButtonProps {
  /** What fills the screen. */
  readonly frame: RefObject<HTMLElement | null>
}

export function FullScreenButton({ frame }: FullScreenButtonProps): ReactElement {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const update = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [frame])
  const toggle = (): void => {
    void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())
  }
  const label = isFull ? 'Leave full screen' : 'Full screen'
  return (
    <Tooltip label={label} withinPortal={false} floatingStrategy="fixed">
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={toggle}>
        {isFull ? <IconMinimize size={15} aria-hidden /> : <IconMaximize size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
