/** The mark and the name. Give its link the name 'SPEAKIFYR home'. */
export function Logo() {
  return (
    <span className="font-display flex items-center gap-2.5 text-xl font-extrabold tracking-tight">
      <img src="/logo.svg" alt="" width={36} height={36} />
      <span className="logo-name">SPEAKIFYR</span>
    </span>
  );
}
