import sprite from '../art/vehicles.svg';

/**
 * The same road by day and by night, in two layers with the posts of the sign between them. A phone shows the middle 600 units, so the
 * vehicles keep between x = 440 and 1080.
 */
export function HeroScene() {
  return (
    <div className="hero__scene">
      <svg className="hero__back" viewBox="0 0 1440 350" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <path
          className="night"
          d="M60 120h2v2h-2zM330 112h2v2h-2zM560 70h2v2h-2zM700 24h3v3h-3zM830 88h2v2h-2zM1010 40h2v2h-2zM1120 96h3v3h-3zM1300 52h3v3h-3zM1390 110h2v2h-2z"
          fill="#dff3ea"
        />
        <path d="M0 150c140-60 300-70 460-30s300 60 470 10 340-60 510-10v240H0Z" fill="var(--hill-1)" />
        <path d="M0 210c180-50 330-30 500-10s330 30 500-20 300-50 440-20v200H0Z" fill="var(--hill-2)" />
        <path
          d="M0 258c200-40 420-40 640-22s440 22 800-18v140H0ZM150 214a22 22 0 0 1 44 0v70h-44zM186 222a16 16 0 0 1 32 0v60h-32zM1180 196a24 24 0 0 1 48 0v80h-48zM1222 208a17 17 0 0 1 34 0v70h-34zM1146 210a15 15 0 0 1 30 0v70h-30zM330 216a14 14 0 0 1 28 0v60h-28zM905 206a15 15 0 0 1 30 0v60h-30z"
          fill="var(--hill-3)"
        />
      </svg>
      <svg className="hero__front" viewBox="0 0 1440 350" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <linearGradient id="beam">
          <stop stopColor="#fff2b3" stopOpacity=".4" />
          <stop offset="1" stopColor="#fff2b3" stopOpacity="0" />
        </linearGradient>
        <path d="M0 276c240-22 480-22 720-12s480 8 720-8v94H0Z" fill="var(--verge)" />
        <path d="M0 288h1440v62H0Z" fill="var(--road)" />
        <path d="M0 333h1440" stroke="var(--dash)" strokeWidth="5" strokeDasharray="58 44" />
        <path className="night" d="m806 268 70 10v22zM1054 265l276 35v40l-276-66z" fill="url(#beam)" />
        <use className="drive v-a" href={`${sprite}#v-recovery`} x="452" y="177" width="372" height="143" />
        <use className="drive v-b" href={`${sprite}#v-suv`} x="856" y="212" width="216" height="108" />
      </svg>
    </div>
  );
}
