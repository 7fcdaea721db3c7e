import type { School } from '@speakifyr/contract/school-schema.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { ReachUs } from '../../ui/reach-us.tsx';
import {
  LookFields,
  LookPreview,
  type LookValues,
  MAX_HOME_SIDE,
  MAX_LOGO_SIDE,
} from './look-fields.tsx';
import type { SchoolPart } from './school-form.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';
import {
  MAX_SLIDE_SIDE,
  readSlides,
  SLIDE_PLACES,
  SlideFields,
  SlidesPreview,
  type SlideValues,
} from './slide-fields.tsx';

type Values = LookValues &
  SlideValues &
  Pick<
    School,
    | 'name'
    | 'seller'
    | 'taxNumber'
    | 'kind'
    | 'ages'
    | 'address'
    | 'phone'
    | 'email'
    | 'hours'
    | 'mapLink'
    | 'social'
  >;

const NETWORKS = ['facebook', 'instagram', 'linkedin', 'github'] as const;

function Fields() {
  const { register } = useFormContext<Values>();
  const { address, social, ...labels } = SCHOOL_LABELS;
  return (
    <>
      <Field label={labels.name} maxLength={100} {...register('name')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={labels.kind} placeholder="Day camp" {...register('kind')} />
        <Field label={labels.ages} placeholder="7 to 15" {...register('ages')} />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={labels.seller}
          hint="On receipts and in your terms, as it is registered"
          {...register('seller')}
        />
        <Field
          label={labels.taxNumber}
          hint="On statements, such as an EIN. May be empty"
          {...register('taxNumber')}
        />
      </div>
      <LookFields />
      <SlideFields />
      <h2 className="mt-2 text-lg font-bold">Address</h2>
      <Field label={address.street} autoComplete="street-address" {...register('address.street')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={address.city} {...register('address.city')} />
        <Field label={address.region} {...register('address.region')} />
        <Field label={address.postalCode} {...register('address.postalCode')} />
        <Field label={address.country} {...register('address.country')} />
        <Field
          label={address.countryCode}
          hint="Two letters, such as US, for phones and search engines"
          maxLength={2}
          className="uppercase"
          {...register('address.countryCode')}
        />
      </div>
      <h2 className="mt-2 text-lg font-bold">How families reach you</h2>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={labels.phone} type="tel" {...register('phone')} />
        <Field label={labels.email} type="email" {...register('email')} />
      </div>
      <Field label={labels.hours} maxLength={200} {...register('hours')} />
      <Field
        label={labels.mapLink}
        type="url"
        placeholder="https://"
        hint="May be empty, like the links below"
        {...register('mapLink')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {NETWORKS.map((name) => (
          <Field
            key={name}
            label={social[name]}
            type="url"
            placeholder="https://"
            {...register(`social.${name}`)}
          />
        ))}
      </div>
    </>
  );
}

/** The names of the links that are filled in. */
function listLinks(social: School['social']): string[] {
  return NETWORKS.filter((name) => social[name]).map((name) => SCHOOL_LABELS.social[name]);
}

/** Who the school is, and how to reach it. */
export const ABOUT: SchoolPart<Values> = {
  read: (school) => ({
    name: school.name,
    seller: school.seller,
    taxNumber: school.taxNumber,
    kind: school.kind,
    ages: school.ages,
    address: { ...school.address, region: school.address.region ?? '' },
    phone: school.phone,
    email: school.email,
    hours: school.hours,
    mapLink: school.mapLink,
    social: school.social,
    logo: school.logo,
    color: school.color,
    home: school.home,
    homeFile: undefined,
    ...readSlides(school),
    logoFile: undefined,
  }),
  write: ({
    address,
    slides,
    logoFile: _logoFile,
    homeFile: _homeFile,
    slideFiles: _slideFiles,
    ...values
  }) => ({
    ...values,
    slides: slides.filter(({ picture }) => picture),
    color: values.color.trim().toLowerCase(),
    address: { ...address, countryCode: address.countryCode.trim().toUpperCase() },
  }),
  fields: <Fields />,
  pictures: [
    { file: 'logoFile', address: 'logo', maxSide: MAX_LOGO_SIDE },
    { file: 'homeFile', address: 'home.picture', maxSide: MAX_HOME_SIDE },
    ...SLIDE_PLACES.map((place) => ({
      file: `slideFiles.${place}` as const,
      address: `slides.${place}.picture` as const,
      maxSide: MAX_SLIDE_SIDE,
    })),
  ],
  preview: (school, { logoFile, homeFile, slides, slideFiles }) => (
    <div className="grid gap-4">
      <LookPreview school={school} logo={logoFile?.[0]} home={homeFile?.[0]} />
      <SlidesPreview slides={slides} files={slideFiles} />
      <div className="card bg-base-100 shadow-card p-6 [overflow-wrap:anywhere]">
        <p>{`${school.kind} in ${school.address.city}${school.ages ? `, ages ${school.ages}` : ''}`}</p>
        <p className="text-base-content/80 mt-3 text-sm">
          {`Receipts: sold by ${school.seller.replace(/\.$/, '')}. Statements: ${school.taxNumber ? `tax number ${school.taxNumber}` : 'no tax number'}.`}
        </p>
      </div>
      <ReachUs school={school} />
      <p>{`At the end of each page: ${listLinks(school.social).join(', ') || 'no links'}.`}</p>
    </div>
  ),
};
