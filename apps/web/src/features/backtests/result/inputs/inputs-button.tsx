import { Button } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconAdjustments } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** Whether the inputs are open: they stay so while one run after the other replaces the page's. */
export function useInputsOpen() {
  return useSessionStorage({ key: 'tradeloom-run-inputs', defaultValue: false, getInitialValueInEffect: false })
}

interface InputsButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function InputsButton({ isOpen, onToggle }: InputsButtonProps): ReactElement {
  return (
    <Button
      variant="default"
      aria-expanded={isOpen}
      leftSection={<IconAdjustments size={14} aria-hidden />}
      onClick={onToggle}
    >
      Change inputs
    </Button>
  )
}
