// https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface RepositoryAssignmentsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Rules in order: the first that matches a repository decides.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#rules RepositoryAssignments#rules}
  */
  readonly rules: RepositoryAssignmentsRules[] | cdktf.IResolvable;
  /**
  * How long to wait until the service shows what it has accepted.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#timeouts RepositoryAssignments#timeouts}
  */
  readonly timeouts?: RepositoryAssignmentsTimeouts;
}
export interface RepositoryAssignmentsRules {
  /**
  * The configuration that matching repositories get.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#configuration_id RepositoryAssignments#configuration_id}
  */
  readonly configurationId?: string;
  /**
  * Matches repositories by id.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#repository_ids RepositoryAssignments#repository_ids}
  */
  readonly repositoryIds?: string[];
  /**
  * Matches repositories by exact name.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#repository_names RepositoryAssignments#repository_names}
  */
  readonly repositoryNames?: string[];
  /**
  * Matches repositories whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#repository_pattern RepositoryAssignments#repository_pattern}
  */
  readonly repositoryPattern?: string;
  /**
  * Matching repositories stay as they are.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#leave RepositoryAssignments#leave}
  */
  readonly leave?: boolean | cdktf.IResolvable;
}

export function repositoryAssignmentsRulesToTerraform(struct?: RepositoryAssignmentsRules | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    configuration_id: cdktf.stringToTerraform(struct!.configurationId),
    repository_ids: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.repositoryIds),
    repository_names: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.repositoryNames),
    repository_pattern: cdktf.stringToTerraform(struct!.repositoryPattern),
    leave: cdktf.booleanToTerraform(struct!.leave),
  }
}


export function repositoryAssignmentsRulesToHclTerraform(struct?: RepositoryAssignmentsRules | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    configuration_id: {
      value: cdktf.stringToHclTerraform(struct!.configurationId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    repository_ids: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.repositoryIds),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
    repository_names: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.repositoryNames),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
    repository_pattern: {
      value: cdktf.stringToHclTerraform(struct!.repositoryPattern),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    leave: {
      value: cdktf.booleanToHclTerraform(struct!.leave),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepositoryAssignmentsRulesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): RepositoryAssignmentsRules | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._configurationId !== undefined) {
      hasAnyValues = true;
      internalValueResult.configurationId = this._configurationId;
    }
    if (this._repositoryIds !== undefined) {
      hasAnyValues = true;
      internalValueResult.repositoryIds = this._repositoryIds;
    }
    if (this._repositoryNames !== undefined) {
      hasAnyValues = true;
      internalValueResult.repositoryNames = this._repositoryNames;
    }
    if (this._repositoryPattern !== undefined) {
      hasAnyValues = true;
      internalValueResult.repositoryPattern = this._repositoryPattern;
    }
    if (this._leave !== undefined) {
      hasAnyValues = true;
      internalValueResult.leave = this._leave;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepositoryAssignmentsRules | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._configurationId = undefined;
      this._repositoryIds = undefined;
      this._repositoryNames = undefined;
      this._repositoryPattern = undefined;
      this._leave = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._configurationId = value.configurationId;
      this._repositoryIds = value.repositoryIds;
      this._repositoryNames = value.repositoryNames;
      this._repositoryPattern = value.repositoryPattern;
      this._leave = value.leave;
    }
  }

  // configuration_id - computed: false, optional: true, required: false
  private _configurationId?: string; 
  public get configurationId() {
    return this.getStringAttribute('configuration_id');
  }
  public set configurationId(value: string) {
    this._configurationId = value;
  }
  public resetConfigurationId() {
    this._configurationId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get configurationIdInput() {
    return this._configurationId;
  }

  // repository_ids - computed: false, optional: true, required: false
  private _repositoryIds?: string[]; 
  public get repositoryIds() {
    return cdktf.Fn.tolist(this.getListAttribute('repository_ids'));
  }
  public set repositoryIds(value: string[]) {
    this._repositoryIds = value;
  }
  public resetRepositoryIds() {
    this._repositoryIds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get repositoryIdsInput() {
    return this._repositoryIds;
  }

  // repository_names - computed: false, optional: true, required: false
  private _repositoryNames?: string[]; 
  public get repositoryNames() {
    return cdktf.Fn.tolist(this.getListAttribute('repository_names'));
  }
  public set repositoryNames(value: string[]) {
    this._repositoryNames = value;
  }
  public resetRepositoryNames() {
    this._repositoryNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get repositoryNamesInput() {
    return this._repositoryNames;
  }

  // repository_pattern - computed: false, optional: true, required: false
  private _repositoryPattern?: string; 
  public get repositoryPattern() {
    return this.getStringAttribute('repository_pattern');
  }
  public set repositoryPattern(value: string) {
    this._repositoryPattern = value;
  }
  public resetRepositoryPattern() {
    this._repositoryPattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get repositoryPatternInput() {
    return this._repositoryPattern;
  }

  // leave - computed: false, optional: true, required: false
  private _leave?: boolean | cdktf.IResolvable; 
  public get leave() {
    return this.getBooleanAttribute('leave');
  }
  public set leave(value: boolean | cdktf.IResolvable) {
    this._leave = value;
  }
  public resetLeave() {
    this._leave = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get leaveInput() {
    return this._leave;
  }
}

export class RepositoryAssignmentsRulesList extends cdktf.ComplexList {
  public internalValue? : RepositoryAssignmentsRules[] | cdktf.IResolvable

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): RepositoryAssignmentsRulesOutputReference {
    return new RepositoryAssignmentsRulesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface RepositoryAssignmentsReview {
}

export function repositoryAssignmentsReviewToTerraform(struct?: RepositoryAssignmentsReview): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function repositoryAssignmentsReviewToHclTerraform(struct?: RepositoryAssignmentsReview): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class RepositoryAssignmentsReviewOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepositoryAssignmentsReview | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepositoryAssignmentsReview | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // moves - computed: true, optional: false, required: false
  public get moves() {
    return this.getListAttribute('moves');
  }
}
export interface RepositoryAssignmentsTimeouts {
  /**
  * How long a creation may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#create RepositoryAssignments#create}
  */
  readonly create?: string;
  /**
  * How long an update may take until the service shows it, such as "90s" or "5m". Default: 1m.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#update RepositoryAssignments#update}
  */
  readonly update?: string;
}

export function repositoryAssignmentsTimeoutsToTerraform(struct?: RepositoryAssignmentsTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function repositoryAssignmentsTimeoutsToHclTerraform(struct?: RepositoryAssignmentsTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class RepositoryAssignmentsTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): RepositoryAssignmentsTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: RepositoryAssignmentsTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._update = value.update;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string; 
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string; 
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments scanform_repository_assignments}
*/
export class RepositoryAssignments extends bases.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_repository_assignments";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a RepositoryAssignments resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the RepositoryAssignments to import
  * @param importFromId The id of the existing RepositoryAssignments that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the RepositoryAssignments to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_repository_assignments", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/resources/repository_assignments scanform_repository_assignments} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options RepositoryAssignmentsConfig
  */
  public constructor(scope: Construct, id: string, config: RepositoryAssignmentsConfig) {
    super(scope, id, {
      terraformResourceType: 'scanform_repository_assignments',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._rules.internalValue = config.rules;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // rules - computed: false, optional: false, required: true
  private _rules = new RepositoryAssignmentsRulesList(this, "rules", false);
  public get rules() {
    return this._rules;
  }
  public putRules(value: RepositoryAssignmentsRules[] | cdktf.IResolvable) {
    this._rules.internalValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get rulesInput() {
    return this._rules.internalValue;
  }

  // assigned - computed: true, optional: false, required: false
  private _assigned = new cdktf.NumberMap(this, "assigned");
  public get assigned() {
    return this._assigned;
  }

  // assigned_digest - computed: true, optional: false, required: false
  public get assignedDigest() {
    return this.getStringAttribute('assigned_digest');
  }

  // review - computed: true, optional: false, required: false
  private _review = new RepositoryAssignmentsReviewOutputReference(this, "review");
  public get review() {
    return this._review;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new RepositoryAssignmentsTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: RepositoryAssignmentsTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      rules: cdktf.listMapper(repositoryAssignmentsRulesToTerraform, false)(this._rules.internalValue),
      timeouts: repositoryAssignmentsTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      rules: {
        value: cdktf.listMapperHcl(repositoryAssignmentsRulesToHclTerraform, false)(this._rules.internalValue),
        isBlock: true,
        type: "list",
        storageClassType: "RepositoryAssignmentsRulesList",
      },
      timeouts: {
        value: repositoryAssignmentsTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "RepositoryAssignmentsTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
