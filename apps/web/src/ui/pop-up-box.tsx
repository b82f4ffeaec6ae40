import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, type Ref, useImperativeHandle } from 'react'

export interface PopUpBoxProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The element that opened it, which stays where it is in the page. */
  readonly target: HTMLElement | null
  readonly label: string
  /** Pixels; by default that of the content. */
  readonly width?: number
  readonly className?: string | undefined
  /** Moves the focus into the box. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

export function PopUpBox(props: PopUpBoxProps): ReactElement {
  const { isOpen, onClose, target, label, width, className, takesFocus = false, children } = props
  return (
    <Popover
      opened={isOpen}
      onChange={(isWanted) => !isWanted && onClose()}
      position="bottom-start"
      shadow="md"
      {...(width !== undefined && { width })}
      trapFocus={takesFocus}
      // The roles are on the element that opened it.
      withRoles={false}
    >
      <Popover.Target>
        <Place target={target} />
      </Popover.Target>
      <Popover.Dropdown className={className ?? ''} role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Stands for an element that is in the page already. */
function Place({ target, ref }: { readonly target: HTMLElement | null; readonly ref?: Ref<HTMLElement | null> }): null {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target, [target])
  return null
}
