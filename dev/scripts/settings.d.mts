export function sandboxWebSettings(settings: { sandboxPort: string }): Record<string, string>;
export function sandboxServerSettings(settings: {
  port: string;
  sandboxPort: string;
  mongoPort: string;
  smtpPort: string;
  dataDir: string;
}): Record<string, string>;
