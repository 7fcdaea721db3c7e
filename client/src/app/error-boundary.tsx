import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

type Props = { children: ReactNode };

/** What a person sees when a page of ours breaks, or its script could not be loaded. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page py-16">
        <ErrorState
          title="This page could not be shown"
          text="Please load it again. Nothing that you have done so far is lost."
          onRetry={() => location.reload()}
        />
      </div>
    );
  }
}
