import { SCHOOL } from '@speakifyr/contract/school.ts';
/** The mark and the name. Give its link a name such as 'SPEAKIFYR home'. */
export function Logo() {
  return (
    <span className="font-display flex items-center gap-2.5 text-xl font-extrabold tracking-tight">
      <img src="/logo.svg" alt="" width={36} height={36} />
      <span className="logo-name line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{SCHOOL.name}</span>
    </span>
  );
}
