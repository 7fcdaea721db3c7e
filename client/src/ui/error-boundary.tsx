import { Component, type ReactNode } from 'react';
import { noteError } from '../lib/watch-errors.ts';
import { PageProblem } from './page-problem.tsx';

type Props = {
  children: ReactNode;
  /** When it changes, the content gets another chance: the page's path. */
  resetKey?: string;
  /** Puts the message into the frame of the page, so that people can still go elsewhere. */
  frame?: (problem: ReactNode) => ReactNode;
};

/** Shows a message in place of content that crashes, or whose script could not be loaded. */
export class ErrorBoundary extends Component<Props, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    noteError(error);
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (resetKey !== this.props.resetKey && this.state.error) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const problem = <PageProblem error={error} />;
    return this.props.frame?.(problem) ?? problem;
  }
}
