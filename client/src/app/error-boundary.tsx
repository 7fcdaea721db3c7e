import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

type Props = { children: ReactNode };

/** Shown when a page crashes, or its script could not be loaded. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page py-16">
        {/* Not <PageHead>: it needs the router, which may be what crashed. */}
        <title>SPEAKIFYR | Problem</title>
        <ErrorState
          title="This page could not be shown"
          text="Please load it again. Everything you have done so far is saved."
          onRetry={() => location.reload()}
        />
      </div>
    );
  }
}
