export function sandboxWebSettings(settings: { sandboxPort: string }): Record<string, string>;
