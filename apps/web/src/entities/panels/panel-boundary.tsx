import { Component, type ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState } from '../../ui/states.tsx'

interface PanelBoundaryProps {
  readonly title: string
  readonly onRetry: () => void
  readonly children: ReactNode
}

interface PanelBoundaryState {
  readonly failure: { readonly error: unknown } | null
}

/** Keeps the failure of a panel to that panel. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override readonly state: PanelBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { title, onRetry, children } = this.props
    if (failure === null) return children
    return (
      <Panel title={title}>
        <ErrorState error={failure.error} onRetry={onRetry} />
      </Panel>
    )
  }
}
